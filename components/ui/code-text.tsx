/** A sentence whose parts between backticks are code. */
export const CodeText = ({ text }: { text: string }) => (
  <span>
    {text.split('`').map((part, at, { length }) => {
      if (at % 2 === 0) return part;
      // Without a second one, a backtick is itself.
      return at === length - 1 ? (
        `\`${part}`
      ) : (
        <code key={at} className="font-mono text-fact break-all">
          {part}
        </code>
      );
    })}
  </span>
);
