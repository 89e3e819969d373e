import { FormField, inputClass } from './form-field.tsx';

type Props = { label: string; about: string; problem: string | undefined; value: string; onChange: (value: string) => void };

/** A number as it is typed. */
export const NumberField = ({ label, about, problem, value, onChange }: Props) => (
  <FormField label={label} about={about} problem={problem}>
    {(wired) => (
      <input
        {...wired}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        className={inputClass}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
);
