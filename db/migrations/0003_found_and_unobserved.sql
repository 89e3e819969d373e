CREATE TABLE `session_findings` (
	`session_id` text NOT NULL,
	`observer` text NOT NULL,
	`category` text NOT NULL,
	`subject` text NOT NULL,
	`severity` integer NOT NULL,
	PRIMARY KEY(`session_id`, `observer`, `category`, `subject`),
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_findings_found` ON `session_findings` (`observer`,`category`,`severity`,`session_id`);--> statement-breakpoint
CREATE INDEX `sessions_unobserved` ON `sessions` ("started_at_ms" DESC,`id`) WHERE "settled" > 0 AND coalesce(instr("observed", "revision" || ' ' || "settled" || ' '), 0) <> 1;
--> statement-breakpoint
INSERT INTO `session_findings` (`session_id`, `observer`, `category`, `subject`, `severity`)
SELECT a.`session_id`, a.`observer`, f.value ->> 'category', f.value ->> 'subject',
	max(CASE f.value ->> 'severity' WHEN 'info' THEN 0 WHEN 'caution' THEN 1 WHEN 'warning' THEN 2 END)
FROM `assessments` a, json_each(a.`body`, '$.findings') f WHERE a.`superseded` = 0 GROUP BY 1, 2, 3, 4;
