import type { IssueCode } from '../domain/issue.ts';

/** Each kind of issue in a few words. */
export const issueWords: Record<IssueCode, string> = {
  bad_json: 'Not JSON',
  line_too_long: 'Line too long',
  not_an_object: 'Not a JSON object',
  invalid_utf8: 'Invalid UTF-8, kept',
  unknown_record: 'Unknown type, kept',
  missing_timestamp: 'No timestamp',
  unsupported_version: 'Unknown version',
  not_recognized: 'Not a session file',
  not_supported: 'Format not supported',
  empty_file: 'Empty',
  unreadable: 'Unreadable',
  too_large: 'Too large',
  disk_full: 'Disk full',
  store_busy: 'Database busy',
  pending_tail: 'Last line pending',
  companion_file: 'Belongs to a session',
  no_session: 'No session ID',
  missing_log: 'Log missing',
  malformed: 'Malformed',
  bad_snapshot: 'Not a valid snapshot',
  no_trajectory: 'No trajectory',
  snapshot_changed: 'Snapshot changed',
  cancelled: 'Canceled',
  deleted: 'Deleted',
};
