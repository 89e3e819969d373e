CREATE TABLE `deleted_sessions` (
	`session_id` text NOT NULL,
	`path` text NOT NULL,
	`deleted_at_ms` real NOT NULL,
	PRIMARY KEY(`session_id`, `path`)
);
--> statement-breakpoint
CREATE INDEX `deleted_sessions_path` ON `deleted_sessions` (`path`);
