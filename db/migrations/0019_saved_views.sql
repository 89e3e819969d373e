CREATE TABLE `saved_views` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`shown` text NOT NULL,
	`saved_at_ms` real NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `assessments_sent` ON `assessments` (`session_id`,`call_index`,`observer`) WHERE sent_at_ms IS NOT NULL;
