CREATE TABLE `assessments` (
	`session_id` text NOT NULL,
	`call_id` text NOT NULL,
	`observer` text NOT NULL,
	`config_key` text NOT NULL,
	`generation` integer NOT NULL,
	`version` integer NOT NULL,
	`call_index` integer NOT NULL,
	`position` integer NOT NULL,
	`severity` text NOT NULL,
	`sent_at_ms` real,
	`superseded` integer DEFAULT 0 NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`session_id`, `call_id`, `observer`, `config_key`, `generation`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `assessments_call` ON `assessments` (`session_id`,`call_index`,`position`);--> statement-breakpoint
CREATE TABLE `call_links` (
	`session_id` text NOT NULL,
	`native_call_id` text NOT NULL,
	`child_session_id` text NOT NULL,
	PRIMARY KEY(`session_id`, `native_call_id`, `child_session_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `call_links_child` ON `call_links` (`child_session_id`);--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`subject_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `import_files` (
	`import_id` text NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`bytes` integer NOT NULL,
	`bytes_read` integer NOT NULL,
	`records` integer NOT NULL,
	`tool_calls` integer NOT NULL,
	`tool_errors` integer NOT NULL,
	`skipped_lines` integer NOT NULL,
	`result` text NOT NULL,
	PRIMARY KEY(`import_id`, `id`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`label` text NOT NULL,
	`status` text NOT NULL,
	`started_at_ms` real NOT NULL,
	`finished_at_ms` real,
	`new_sessions` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_started` ON `imports` (`started_at_ms`,`id`);--> statement-breakpoint
CREATE TABLE `index_state` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `observer_heads` (
	`session_id` text PRIMARY KEY NOT NULL,
	`call_index` integer NOT NULL,
	`call_id` text NOT NULL,
	`config_key` text NOT NULL,
	`stale_from` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `observer_states` (
	`session_id` text NOT NULL,
	`call_index` integer NOT NULL,
	`call_id` text NOT NULL,
	`config_key` text NOT NULL,
	`fold` text NOT NULL,
	PRIMARY KEY(`session_id`, `call_index`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `raw_chunks` (
	`session_id` text NOT NULL,
	`source_id` text NOT NULL,
	`first_offset` integer NOT NULL,
	`raw_bytes` integer NOT NULL,
	`offsets` text NOT NULL,
	`starts` text NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`session_id`, `source_id`, `first_offset`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `record_aliases` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`record_id` text NOT NULL,
	PRIMARY KEY(`session_id`, `id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `record_texts` (
	`session_id` text NOT NULL,
	`record_id` text NOT NULL,
	`part` text NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`session_id`, `record_id`, `part`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `records` (
	`fts_id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	`turn_idx` integer,
	`order_ms` real NOT NULL,
	`order_line` integer NOT NULL,
	`order_block` integer NOT NULL,
	`kind` text NOT NULL,
	`subtype` text,
	`at_ms` real,
	`model` text,
	`response_id` text,
	`response_hash` integer,
	`unknown` integer NOT NULL,
	`native_key` text,
	`native_hash` integer,
	`line_hash` text NOT NULL,
	`source_id` text NOT NULL,
	`line` integer NOT NULL,
	`byte_offset` integer NOT NULL,
	`raw_bytes` integer NOT NULL,
	`inherited_from` text,
	`attachments` text NOT NULL,
	`text_bytes` integer NOT NULL,
	`text_lines` integer NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `records_seq` ON `records` (`session_id`,`seq`,`kind`,`turn_idx`,`subtype`,`at_ms`,`unknown`,`inherited_from`);--> statement-breakpoint
CREATE UNIQUE INDEX `records_id` ON `records` (`session_id`,`id`);--> statement-breakpoint
CREATE INDEX `records_prompts` ON `records` (`session_id`,`turn_idx`,`seq`) WHERE kind = 'prompt';--> statement-breakpoint
CREATE INDEX `records_native` ON `records` (`native_hash`) WHERE native_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `records_response` ON `records` (`response_hash`) WHERE response_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX `records_order` ON `records` (`session_id`,`order_ms`,`order_line`,`order_block`);--> statement-breakpoint
CREATE TABLE `responses` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`id_hash` integer NOT NULL,
	`turn_idx` integer,
	`model` text,
	`tokens_input` integer,
	`tokens_cache_read` integer,
	`tokens_cache_write` integer,
	`tokens_output` integer,
	`tokens_reasoning` integer,
	`cache_write_1h` integer,
	`cost_usd` real,
	`cost_reported` integer NOT NULL,
	`at_ms` real,
	`inherited_from` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `responses_id` ON `responses` (`id_hash`);--> statement-breakpoint
CREATE INDEX `responses_session` ON `responses` (`session_id`);--> statement-breakpoint
CREATE TABLE `session_overlaps` (
	`session_id` text NOT NULL,
	`other_id` text NOT NULL,
	PRIMARY KEY(`session_id`, `other_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_overlaps_other` ON `session_overlaps` (`other_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`native_id` text NOT NULL,
	`family` text NOT NULL,
	`format` text NOT NULL,
	`title` text,
	`project` text,
	`cwd` text,
	`git_branch` text,
	`agent_version` text,
	`agent_name` text,
	`models` text NOT NULL,
	`parent_id` text,
	`relation` text,
	`synthetic` integer NOT NULL,
	`started_at_ms` real,
	`ended_at_ms` real,
	`active_ms` real,
	`settled` integer DEFAULT 0 NOT NULL,
	`turns` integer DEFAULT 0 NOT NULL,
	`records` integer DEFAULT 0 NOT NULL,
	`tool_calls` integer DEFAULT 0 NOT NULL,
	`tool_errors` integer DEFAULT 0 NOT NULL,
	`tool_rejected` integer DEFAULT 0 NOT NULL,
	`tokens_input` integer,
	`tokens_cache_read` integer,
	`tokens_cache_write` integer,
	`tokens_output` integer,
	`tokens_reasoning` integer,
	`cost_usd` real,
	`cost_source` text DEFAULT 'none' NOT NULL,
	`unknown_records` integer DEFAULT 0 NOT NULL,
	`bad_lines` integer DEFAULT 0 NOT NULL,
	`orphan_calls` integer DEFAULT 0 NOT NULL,
	`no_timestamps` integer DEFAULT 0 NOT NULL,
	`search_text` text NOT NULL,
	`reported_cost_usd` real,
	`reported_tokens` text,
	`first_import_id` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`observed` text,
	`findings` integer DEFAULT 0 NOT NULL,
	`worst_finding` text,
	`facts` text NOT NULL,
	`head` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_native` ON `sessions` (`family`,`native_id`);--> statement-breakpoint
CREATE INDEX `sessions_parent` ON `sessions` (`parent_id`);--> statement-breakpoint
CREATE INDEX `sessions_started` ON `sessions` (`started_at_ms`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_settled` ON `sessions` (`settled`);--> statement-breakpoint
CREATE TABLE `source_issues` (
	`source_id` text NOT NULL,
	`line` integer NOT NULL,
	`code` text NOT NULL,
	`message` text NOT NULL,
	`excerpt` text,
	PRIMARY KEY(`source_id`, `line`, `code`),
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `source_lines` (
	`source_id` text NOT NULL,
	`line` integer NOT NULL,
	`bytes` integer NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`source_id`, `line`),
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `source_sessions` (
	`session_id` text NOT NULL,
	`source_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`session_id`, `source_id`),
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `source_sessions_source` ON `source_sessions` (`source_id`,`position`,`session_id`);--> statement-breakpoint
CREATE TABLE `sources` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`format` text,
	`bytes` integer NOT NULL,
	`sha256` text,
	`offset` integer NOT NULL,
	`offset_sha256` text,
	`lines` integer NOT NULL,
	`mtime_ms` real,
	`inode` text,
	`state` text NOT NULL,
	`skipped_lines` integer NOT NULL,
	`unknown_records` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sources_path_unique` ON `sources` (`path`);--> statement-breakpoint
CREATE INDEX `sources_sha256` ON `sources` (`sha256`);--> statement-breakpoint
CREATE INDEX `sources_bytes` ON `sources` (`bytes`);--> statement-breakpoint
CREATE TABLE `tool_calls` (
	`session_id` text NOT NULL,
	`id` text NOT NULL,
	`call_index` integer NOT NULL,
	`turn_idx` integer,
	`seq` integer NOT NULL,
	`native_call_id` text,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`summary` text NOT NULL,
	`started_at_ms` real,
	`response_id` text,
	`call_key` text NOT NULL,
	`inherited_from` text,
	`result_record_id` text,
	`outcome` text NOT NULL,
	`outcome_source` text NOT NULL,
	`exit_code` integer,
	`ended_at_ms` real,
	`duration_ms` real,
	`result_key` text,
	`error_key` text,
	`pair_hash` integer,
	`params_bytes` integer NOT NULL,
	`params` text NOT NULL,
	PRIMARY KEY(`session_id`, `id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tool_calls_index` ON `tool_calls` (`session_id`,`call_index`,`turn_idx`,`outcome`,`inherited_from`,`seq`,`result_record_id`);--> statement-breakpoint
CREATE INDEX `tool_calls_pair` ON `tool_calls` (`pair_hash`,`call_index`) WHERE pair_hash IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tool_results` (
	`session_id` text NOT NULL,
	`record_id` text NOT NULL,
	`call_id` text,
	`native_call_id` text,
	`outcome` text NOT NULL,
	`outcome_source` text NOT NULL,
	`exit_code` integer,
	`ended_at_ms` real,
	`duration_ms` real,
	`result_key` text NOT NULL,
	`error_key` text,
	PRIMARY KEY(`session_id`, `record_id`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `turns` (
	`session_id` text NOT NULL,
	`turn_idx` integer NOT NULL,
	`prompt_id` text NOT NULL,
	`title` text NOT NULL,
	`start_seq` integer NOT NULL,
	`started_at_ms` real,
	`ended_at_ms` real,
	`tool_calls` integer NOT NULL,
	`tool_errors` integer NOT NULL,
	`tool_rejected` integer NOT NULL,
	`tokens_output` integer,
	`cost_usd` real,
	PRIMARY KEY(`session_id`, `turn_idx`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `watched_folders` (
	`path` text PRIMARY KEY NOT NULL,
	`added_at_ms` real NOT NULL
);
