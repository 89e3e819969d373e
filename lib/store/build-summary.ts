import type { SummaryRow } from './summary-store.ts';

/** A summary for tests. */
export const buildSummary = (over: Partial<SummaryRow> & { session_id: string; message_id: string }): SummaryRow => ({
  turn_idx: 0,
  user_query: 'First question',
  agent_response: 'The answer.',
  summary: 'I looked at the parser.',
  tools_rationale: 'Bash: “I run it first.”',
  key_findings: 'Bash failed: “no such file”',
  confidence_level: 'High',
  method: 'extractive',
  verification: null,
  sentences: [{ field: 'summary', text: 'I looked at the parser.', record_id: over.message_id, seq: 0 }],
  signals: [],
  model: null,
  tools_used: ['Bash'],
  tools_left_out: 0,
  trajectory_count: 2,
  execution_time: 3,
  timestamp: Date.UTC(2026, 0, 1),
  created_at: 10,
  key: 'key',
  hash: 'hash',
  waits: false,
  ...over,
});
