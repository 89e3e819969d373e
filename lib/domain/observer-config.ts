import * as z from 'zod';

/** When an observer runs: if any condition is met. 0 and null are off; a trigger without a condition never fires. */
export const trigger = z.strictObject({
  every_n_calls: z.int().min(0).max(100_000).nullable().default(null),
  after_consecutive_errors: z.int().min(0).max(30).nullable().default(null),
  every_n_seconds: z.number().min(0).nullable().default(null),
  on_every_call: z.boolean().default(false),
});
export type Trigger = z.output<typeof trigger>;

/** `seed` is what the specification writes, to the letter; `default` is meant to be lived with. */
export const presetName = z.enum(['default', 'seed']);
export type PresetName = z.infer<typeof presetName>;

/** Where the assessment is written, under the folder in which the agent works. */
export const defaultOutputPath = '.wink/trajectory/assessment.md';

/** A file of Markdown in some folder below the agent's: nothing that could be another file of the user's by its name alone. */
const outputPath = z
  .string()
  .max(400)
  .regex(/^(?![~/\\])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}]*[^\p{Cc}/\\][/\\][^\p{Cc}/\\]*\.md$/u, {
    error: "must name a Markdown file (.md) in a folder below the agent's, such as .wink/trajectory/assessment.md",
  });

/** A configured observer. What it leaves out is as its preset says. */
export const observerEntry = z.strictObject({
  /** Which one: `stall`, `error_cascade`, `drift`. */
  observer: z.string().min(1),
  preset: presetName.default('default'),
  enabled: z.boolean().default(true),
  trigger: trigger.optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  output_path: outputPath.default(defaultOutputPath),
});
export type ObserverEntry = z.output<typeof observerEntry>;

/** The observers part of the configuration file, in its own names. No two entries of one observer. */
export const observersConfig = z.strictObject({
  observers: z.array(observerEntry).max(50),
  feedback: z
    .strictObject({
      /** Whether `output_path` is written for live sessions. */
      write_file: z.boolean().default(true),
      /** A finding that still stands is said again after so many calls; 0: never. */
      still_after_calls: z.int().min(0).max(10_000).default(25),
    })
    .default({ write_file: true, still_after_calls: 25 }),
});
export type ObserversConfig = z.output<typeof observersConfig>;
