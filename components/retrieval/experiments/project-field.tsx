'use client';
import { useQuery } from '@tanstack/react-query';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { FormField, inputClass } from './form-field.tsx';

type Props = { value: string; problem: string | undefined; onChange: (value: string) => void };

/** One project, or all. */
export const ProjectField = ({ value, problem, onChange }: Props) => {
  const projects = useQuery(sessionQueries.facets()).data?.projects ?? [];
  return (
    <FormField label="Project" about="Only its sessions are assigned." problem={problem}>
      {(wired) => (
        <select {...wired} value={value} className={inputClass} onChange={({ target }) => onChange(target.value)}>
          <option value="">All projects</option>
          {value !== '' && !projects.some((one) => one.value === value) ? <option>{value}</option> : null}
          {projects.map((one) => (
            <option key={one.value}>{one.value}</option>
          ))}
        </select>
      )}
    </FormField>
  );
};
