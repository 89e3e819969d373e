ALTER TABLE `summaries` ADD `turn_hash` text;
--> statement-breakpoint
ALTER TABLE `summaries` ADD `waits` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `summaries_waiting` ON `summaries` (`listed_ms`,`number`) WHERE waits = 1;
