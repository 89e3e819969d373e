DROP TABLE `records_fts`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_words` USING fts5(content, tool, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_pairs` USING fts5(content, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TABLE `search_sessions` (
	`number` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_sessions_id` ON `search_sessions` (`session_id`);--> statement-breakpoint
CREATE TABLE `search_pending` (
	`fts_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `search_observations` (
	`number` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`doc` integer,
	`pending` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_observations_id` ON `search_observations` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `search_observations_pending` ON `search_observations` (`number`) WHERE pending = 1;--> statement-breakpoint
INSERT INTO `search_observations` (`session_id`, `id`) SELECT `session_id`, `id` FROM `observations`;
--> statement-breakpoint
CREATE TRIGGER `search_observation_made` AFTER INSERT ON `observations` BEGIN
	INSERT INTO `search_observations` (`session_id`, `id`) VALUES (new.`session_id`, new.`id`)
		ON CONFLICT (`session_id`, `id`) DO UPDATE SET `pending` = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `search_observation_changed` AFTER UPDATE OF `title`, `content` ON `observations`
WHEN new.`title` IS NOT old.`title` OR new.`content` IS NOT old.`content` BEGIN
	UPDATE `search_observations` SET `pending` = 1 WHERE `session_id` = new.`session_id` AND `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `search_observation_gone` AFTER DELETE ON `observations` BEGIN
	DELETE FROM `search_words` WHERE rowid = (SELECT `doc` FROM `search_observations` WHERE `session_id` = old.`session_id` AND `id` = old.`id`);
	DELETE FROM `search_pairs` WHERE rowid = (SELECT `doc` FROM `search_observations` WHERE `session_id` = old.`session_id` AND `id` = old.`id`);
	DELETE FROM `search_observations` WHERE `session_id` = old.`session_id` AND `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `search_record_inherited` AFTER UPDATE OF `inherited_from` ON `records`
WHEN (new.`inherited_from` IS NULL) <> (old.`inherited_from` IS NULL) BEGIN
	INSERT OR IGNORE INTO `search_pending` (`fts_id`) VALUES (new.`fts_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `search_result_paired` AFTER UPDATE OF `call_id` ON `tool_results` WHEN new.`call_id` IS NOT old.`call_id` BEGIN
	INSERT OR IGNORE INTO `search_pending` (`fts_id`)
		SELECT `fts_id` FROM `records` WHERE `session_id` = new.`session_id` AND `id` = new.`record_id` AND `kind` = 'tool_result';
END;
--> statement-breakpoint
UPDATE `index_state` SET `value` = 0 WHERE `name` = 'search';
--> statement-breakpoint
CREATE TABLE `starred_sessions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`starred_at_ms` real NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`saved_at_ms` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `retrievals` (
	`session_id` text NOT NULL,
	`turn_idx` integer NOT NULL,
	`prompt` text NOT NULL,
	`source` text NOT NULL,
	`examples` text NOT NULL,
	`section_chars` integer NOT NULL,
	`at_ms` real NOT NULL,
	PRIMARY KEY(`session_id`, `turn_idx`)
);
--> statement-breakpoint
CREATE INDEX `retrievals_at` ON `retrievals` (`at_ms`,`session_id`,`turn_idx`);
