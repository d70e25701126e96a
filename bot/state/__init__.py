"""The state database: what must outlive the process."""
