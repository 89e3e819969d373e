CREATE TABLE `snapshot_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`settled` integer NOT NULL,
	`split` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `snapshot_sessions_unsettled` ON `snapshot_sessions` (`session_id`) WHERE settled <> version;--> statement-breakpoint
CREATE TABLE `snapshots` (
	`session_id` text NOT NULL,
	`record_id` text NOT NULL,
	`created_us` integer NOT NULL,
	`has_events` integer NOT NULL,
	PRIMARY KEY(`session_id`, `record_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `snapshots_identity` ON `snapshots` (`session_id`,`created_us`,`has_events`);--> statement-breakpoint
CREATE TABLE `snapshot_figures` (
	`session_id` text NOT NULL,
	`record_id` text NOT NULL,
	`part` integer NOT NULL,
	`position` integer NOT NULL,
	`settled_on` text NOT NULL,
	`figures` text NOT NULL,
	PRIMARY KEY(`session_id`, `record_id`),
	FOREIGN KEY (`session_id`,`record_id`) REFERENCES `snapshots`(`session_id`,`record_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `trajectories` (
	`session_id` text NOT NULL,
	`part` integer NOT NULL,
	`ns` text,
	`key` text,
	`tag` text,
	`snapshots` integer NOT NULL,
	`prompt_versions` integer NOT NULL,
	`bytes` integer NOT NULL,
	`first_at_ms` real NOT NULL,
	`last_at_ms` real NOT NULL,
	`flaw` text,
	PRIMARY KEY(`session_id`, `part`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trajectories_descriptor` ON `trajectories` (`ns`,`key`,`tag`,("flaw" IS NOT NULL),`last_at_ms`,`session_id`,`part`);--> statement-breakpoint
CREATE INDEX `trajectories_last` ON `trajectories` (("flaw" IS NOT NULL),`last_at_ms`,`session_id`,`part`);--> statement-breakpoint
CREATE TABLE `source_descriptors` (
	`source_id` text PRIMARY KEY NOT NULL,
	`ns` text,
	`key` text,
	`tag` text,
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
