CREATE TABLE `session_notes` (
	`session_id` text PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`search_text` text NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
