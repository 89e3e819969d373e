ALTER TABLE `sources` ADD `format_version` integer;--> statement-breakpoint
ALTER TABLE `sources` ADD `written_at_ms` real;--> statement-breakpoint
ALTER TABLE `sessions` ADD `waiting_ms` real;--> statement-breakpoint
ALTER TABLE `sessions` ADD `counted_in` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `unpriced_models` text;--> statement-breakpoint
ALTER TABLE `turns` ADD `active_ms` real;--> statement-breakpoint
CREATE TABLE `upgrades` (
	`id` text PRIMARY KEY NOT NULL,
	`started_at_ms` real NOT NULL,
	`finished_at_ms` real,
	`total` integer NOT NULL,
	`done` integer NOT NULL,
	`kept` integer NOT NULL,
	`reasons` text NOT NULL,
	`formats` text NOT NULL
);
