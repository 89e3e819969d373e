ALTER TABLE `raw_chunks` ADD `parts` text;--> statement-breakpoint
CREATE TABLE `raw_parts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `raw_parts_hash_unique` ON `raw_parts` (`hash`);--> statement-breakpoint
CREATE TABLE `raw_part_uses` (
	`session_id` text NOT NULL,
	`part_id` integer NOT NULL,
	PRIMARY KEY(`session_id`, `part_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `raw_part_uses_part` ON `raw_part_uses` (`part_id`);
