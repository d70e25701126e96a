// A small app on Slack's own Node clients: it answers one mention by every means, then says what it saw.
const { WebClient } = require("@slack/web-api");
const { SocketModeClient } = require("@slack/socket-mode");

const slackApiUrl = process.env.SLACK_API_URL;
const web = new WebClient(process.env.SLACK_BOT_TOKEN, { slackApiUrl });
const socket = new SocketModeClient({ appToken: process.env.SLACK_APP_TOKEN, clientOptions: { slackApiUrl } });

async function answer(event) {
  const me = await web.auth.test();
  const where = { channel: event.channel, thread_ts: event.ts };
  const posted = await web.chat.postMessage({ ...where, text: "one", blocks: [{ type: "markdown", text: "one" }] });
  await web.chat.update({ channel: event.channel, ts: posted.ts, text: "two" });
  await web.reactions.add({ channel: event.channel, timestamp: event.ts, name: "eyes" });
  const stream = web.chatStream({ ...where, recipient_team_id: me.team_id, recipient_user_id: event.user });
  await stream.append({ markdown_text: "three" });
  await stream.stop();
  const refused = await web.chat.update({ channel: event.channel, ts: posted.ts, text: "x".repeat(4001) })
    .catch((error) => error.data.error);
  await web.chat.postMessage({ ...where, text: `refused: ${refused}` });
}

socket.on("app_mention", async ({ ack, event }) => {
  await ack();
  await answer(event);
});
socket.on("message", async ({ ack }) => ack());
socket.on("slash_commands", async ({ ack, body }) => ack({ text: `heard ${body.text}` }));
process.on("SIGTERM", async () => {
  await socket.disconnect();
  process.exit(0);
});
socket.start();
