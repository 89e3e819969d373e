DROP INDEX `records_response`;--> statement-breakpoint
CREATE INDEX `records_response` ON `records` (substr("session_id", 1, 3),`response_hash`) WHERE response_hash IS NOT NULL;--> statement-breakpoint
DROP INDEX `tool_calls_pair`;--> statement-breakpoint
CREATE INDEX `tool_calls_pair` ON `tool_calls` (substr("session_id", 1, 3),`pair_hash`,`call_index`) WHERE pair_hash IS NOT NULL;
