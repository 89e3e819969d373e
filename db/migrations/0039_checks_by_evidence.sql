UPDATE `summaries` SET `turn_key` = '';--> statement-breakpoint
UPDATE `sessions` SET `summarized` = NULL;
