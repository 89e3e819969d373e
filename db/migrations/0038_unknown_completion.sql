UPDATE `sessions` SET `settled` = 0 WHERE `id` IN (
  SELECT `session_id` FROM `turn_metrics` WHERE `completed_basis` = 'unanswered' OR (`completed_basis` = 'running' AND `completed` = 0)
);--> statement-breakpoint
DELETE FROM `turn_rollups` WHERE `session_id` IN (
  SELECT `session_id` FROM `turn_metrics` WHERE `completed_basis` = 'unanswered' OR (`completed_basis` = 'running' AND `completed` = 0)
);--> statement-breakpoint
INSERT INTO `turn_rollups` (`session_id`) SELECT DISTINCT `session_id` FROM `turn_metrics`
WHERE `completed_basis` = 'unanswered' OR (`completed_basis` = 'running' AND `completed` = 0);--> statement-breakpoint
UPDATE `turn_metrics` SET `completed` = NULL, `completed_basis` = CASE `completed_basis` WHEN 'running' THEN 'running' END
WHERE `completed_basis` = 'unanswered' OR (`completed_basis` = 'running' AND `completed` = 0);
