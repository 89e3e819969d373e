import { useId, type ReactNode } from 'react';

export const inputClass =
  'h-7 w-full rounded-control border border-line2 bg-panel px-2 text-read text-text aria-invalid:border-high pointer-coarse:h-9';

type Wired = { id: string; 'aria-describedby': string; 'aria-invalid': boolean };

type Props = {
  label: string;
  /** Meaning of the field, in a short line. */
  about: string;
  problem: string | undefined;
  children: (wired: Wired) => ReactNode;
};

/** A field with its label, its explanation, and what is wrong with it. */
export const FormField = ({ label, about, problem, children }: Props) => {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-table font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': problem !== undefined })}
      <p id={`${id}-about`} className="text-fact text-text3">
        {problem === undefined ? null : (
          <span role="alert" className="block font-medium text-high">
            {problem}
          </span>
        )}
        {about}
      </p>
    </div>
  );
};
