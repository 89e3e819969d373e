CREATE VIRTUAL TABLE `records_fts` USING fts5(text, content = 'records', content_rowid = 'fts_id', tokenize = 'unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO `index_state` (`name`, `value`) VALUES ('search', 0);
