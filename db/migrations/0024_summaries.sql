ALTER TABLE `sessions` ADD `summarized` text;
--> statement-breakpoint
CREATE INDEX `sessions_unsummarized` ON `sessions` ("started_at_ms" DESC,`id`) WHERE "settled" > 0 AND coalesce(instr("summarized", "revision" || ' ' || "settled" || ' '), 0) <> 1;
--> statement-breakpoint
CREATE INDEX `sessions_open_summaries` ON `sessions` (`id`) WHERE substr("summarized", -4) = 'open';
--> statement-breakpoint
CREATE TABLE `summaries` (
	`number` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`message_id` text NOT NULL,
	`turn_idx` integer NOT NULL,
	`version` integer NOT NULL,
	`turn_key` text NOT NULL,
	`listed_ms` real NOT NULL,
	`confidence` text NOT NULL,
	`method` text NOT NULL,
	`tool_calls` integer NOT NULL,
	`tools` text NOT NULL,
	`doc` integer,
	`pending` integer DEFAULT 1 NOT NULL,
	`texts` text NOT NULL,
	`body` text NOT NULL,
	`previous` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `summaries_message` ON `summaries` (`session_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `summaries_turn` ON `summaries` (`session_id`,`turn_idx`);--> statement-breakpoint
CREATE INDEX `summaries_listed` ON `summaries` (`listed_ms`,`number`,`confidence`,`method`,`session_id`,`tool_calls`);--> statement-breakpoint
CREATE INDEX `summaries_pending` ON `summaries` (`number`) WHERE pending = 1;
--> statement-breakpoint
CREATE TRIGGER `search_summary_gone` AFTER DELETE ON `summaries` WHEN old.`doc` IS NOT NULL BEGIN
	DELETE FROM `search_words` WHERE rowid = old.`doc`;
	DELETE FROM `search_pairs` WHERE rowid = old.`doc`;
END;
