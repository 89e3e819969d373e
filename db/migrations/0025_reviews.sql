CREATE TABLE `review_runs` (
	`number` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`session_id` text NOT NULL,
	`event` text NOT NULL,
	`source` text NOT NULL,
	`dry` integer NOT NULL,
	`state` text NOT NULL,
	`dedupe_key` text,
	`input` text NOT NULL,
	`attempts` integer NOT NULL,
	`owner` text,
	`lease_until_ms` real,
	`canceled` integer DEFAULT 0 NOT NULL,
	`created_at_ms` real NOT NULL,
	`started_at_ms` real,
	`ended_at_ms` real,
	`problem` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_runs_id` ON `review_runs` (`id`);--> statement-breakpoint
CREATE INDEX `review_runs_session` ON `review_runs` (`session_id`,`number`);--> statement-breakpoint
CREATE INDEX `review_runs_state` ON `review_runs` (`state`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_runs_waiting` ON `review_runs` (`session_id`,`dedupe_key`) WHERE state = 'queued' AND started_at_ms IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `review_runs_running` ON `review_runs` (`session_id`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `reviews` (
	`session_id` text NOT NULL,
	`run` integer NOT NULL,
	`reviewer_id` text NOT NULL,
	`position` integer NOT NULL,
	`reviewer` text NOT NULL,
	`bundle` text NOT NULL,
	`dry` integer NOT NULL,
	`outcome` text NOT NULL,
	`reason` text NOT NULL,
	`model` text,
	`calls` integer NOT NULL,
	`input_tokens` integer,
	`output_tokens` integer,
	`cost_usd` real,
	`started_at_ms` real,
	`ended_at_ms` real,
	`found` integer NOT NULL,
	`found_again` integer NOT NULL,
	`resolved` integer NOT NULL,
	`left_out` text,
	`problem` text,
	`reserved_usd` real,
	`state_hash` text,
	`findings` text,
	`states` blob,
	`exchange` blob,
	PRIMARY KEY(`session_id`, `run`, `reviewer_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reviews_reviewer` ON `reviews` (`reviewer_id`,`run`);--> statement-breakpoint
CREATE INDEX `reviews_costs` ON `reviews` (`started_at_ms`,`cost_usd`) WHERE calls > 0;--> statement-breakpoint
CREATE INDEX `reviews_reserved` ON `reviews` (`reserved_usd`) WHERE reserved_usd IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reviews_exchanges` ON `reviews` (`run`) WHERE exchange IS NOT NULL;--> statement-breakpoint
CREATE TABLE `reviewer_totals` (
	`reviewer_id` text PRIMARY KEY NOT NULL,
	`reviews` integer NOT NULL,
	`unchanged` integer NOT NULL,
	`failed` integer NOT NULL,
	`found` integer NOT NULL,
	`resolved` integer NOT NULL,
	`input_tokens` integer,
	`output_tokens` integer,
	`cost_usd` real,
	`last_run` integer
);
--> statement-breakpoint
CREATE TABLE `reviewed_states` (
	`session_id` text NOT NULL,
	`reviewer_id` text NOT NULL,
	`state_hash` text NOT NULL,
	`states` blob NOT NULL,
	`ended_at_ms` real NOT NULL,
	PRIMARY KEY(`session_id`, `reviewer_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
