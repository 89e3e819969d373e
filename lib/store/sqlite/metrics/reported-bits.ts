/** Bits of `turn_metrics.reported`: which values were reported, and stay when the turn is derived again. */
export const reportedBits = {
  iterations: 1,
  toolErrors: 2,
  completed: 4,
  durationMs: 8,
  tokens: 16,
  costUsd: 32,
  reward: 64,
  model: 128,
  prompt: 256,
  /** Whether retrieval gave examples for the turn. */
  retrieval: 512,
  /** Any outcome: the turn is over. */
  outcome: 1024,
} as const;
