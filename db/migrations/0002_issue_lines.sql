CREATE TABLE `source_lines` (
	`source_id` text NOT NULL,
	`line` integer NOT NULL,
	`bytes` integer NOT NULL,
	`data` blob NOT NULL,
	PRIMARY KEY(`source_id`, `line`),
	FOREIGN KEY (`source_id`) REFERENCES `sources`(`id`) ON UPDATE no action ON DELETE cascade
);
