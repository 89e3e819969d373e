CREATE INDEX `observations_resolved` ON `observations` (`fingerprint`,"state" = 'stale' AND "resolved_by" IS "observer","resolved_at_ms" DESC,"version" DESC,`id`) WHERE resolved_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `observations_unresolved` ON `observations` (`fingerprint`,`opened_at_ms`,`id`) WHERE state IN ('open', 'regressed', 'acknowledged');
