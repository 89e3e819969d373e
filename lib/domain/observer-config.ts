import * as z from 'zod';

/** When an observer runs: if any condition is met. 0 and null are off; a trigger without a condition never fires. */
export const trigger = z.strictObject({
  every_n_calls: z.int().min(0).max(100_000).nullable().default(null),
  after_consecutive_errors: z.int().min(0).max(30).nullable().default(null),
  every_n_seconds: z.number().min(0).nullable().default(null),
  on_every_call: z.boolean().default(false),
  /** When a turn in which calls were made ends with an answer. */
  on_turn_end: z.boolean().default(false),
});
export type Trigger = z.output<typeof trigger>;

/** `default` is recommended; `reference` follows the specification to the letter, and only observers that it specifies have it. */
export const presetName = z.enum(['default', 'reference']);
export type PresetName = z.infer<typeof presetName>;

/** As a configuration names it: older files say `seed` for `reference`. */
const writtenPresetName = z.codec(
  z.enum([...presetName.options, 'seed'], {
    error: `Not valid: expected one of ${presetName.options.map((name) => `"${name}"`).join('|')}`,
  }),
  presetName,
  { decode: (name) => (name === 'seed' ? 'reference' : name), encode: (name) => name },
);

/** Path of the assessment file, inside the agent's folder. */
export const defaultOutputPath = '.wink/trajectory/assessment.md';

/** Folders and files in which agents, editors and tools look for instructions or settings; any case. */
const instructionFolders =
  /^\.(?:git|github|claude|cursor|codex|agents?|gemini|qwen|windsurf|continue|roo|kilocode|clinerules|kiro|amazonq|augment|junie|opencode|amp|aider|vscode|idea|zed|devin|husky)/iu;
const instructionFiles =
  /^(?:claude|agents?|gemini|qwen|codex|copilot-instructions|cursor|windsurf|conventions|skill|rules|instructions|readme|contributing|memory)\b.*\.md$/iu;

/** Whether agents read what is at a path as instructions. */
export const isInstructionPath = (path: string): boolean => {
  const names = path.split(/[/\\]/u);
  return names.some((name) => instructionFolders.test(name)) || instructionFiles.test(names.at(-1) ?? '');
};

/** Requires a subfolder and .md, so that the name cannot be another file of the user. */
const outputPath = z
  .string()
  .max(400)
  .regex(/^(?![~/\\])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}]*[^\p{Cc}/\\][/\\][^\p{Cc}/\\]*\.md$/u, {
    error: "must be a Markdown file (.md) in a folder below the agent's folder, such as .wink/trajectory/assessment.md",
  })
  .refine((path) => !isInstructionPath(path), {
    error: 'must not be a file that agents read as instructions, such as CLAUDE.md or anything in .claude or .cursor',
  });

/** A configured observer; omitted fields come from its preset. */
export const observerEntry = z.strictObject({
  /** Id of its definition: `stall`. */
  observer: z.string().min(1),
  preset: writtenPresetName.default('default'),
  enabled: z.boolean().default(true),
  trigger: trigger.optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  output_path: outputPath.default(defaultOutputPath),
});
export type ObserverEntry = z.output<typeof observerEntry>;

/** Observers part of the configuration file, with its key names. Observers are unique. */
export const observersConfig = z.strictObject({
  observers: z.array(observerEntry).max(50),
  feedback: z
    .strictObject({
      /** Whether `output_path` is written for live sessions. */
      write_file: z.boolean().default(true),
      /** A finding that is still active is repeated after this many calls; 0: never. */
      still_after_calls: z.int().min(0).max(10_000).default(25),
    })
    .default({ write_file: true, still_after_calls: 25 }),
});
export type ObserversConfig = z.output<typeof observersConfig>;
