'use client';
import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Menu, MenuChoice, MenuSeparator } from '@/components/ui/menu.tsx';
import { printCount } from '@/lib/print/number.ts';

type Props = {
  name: string;
  value: string | null;
  values: readonly { value: string; count: number; label?: string }[];
  onChange: (value: string | null) => void;
};

/** One filter with the values that exist, and how many sessions have each. */
export const FacetMenu = ({ name, value, values, onChange }: Props) => {
  const label = values.find((entry) => entry.value === value)?.label ?? value;
  return (
    <Menu
      trigger={
        <Button
          look="usual"
          data-on={value !== null ? '' : undefined}
          className="data-[on]:border-accent data-[on]:bg-accentbg data-[on]:text-accent"
          aria-label={value === null ? name : `${name}: ${label}`}
        >
          <span className="max-w-[160px] truncate">{value === null ? name : label}</span>
          <Icon of={ChevronDown} />
        </Button>
      }
    >
      <MenuChoice checked={value === null} onSelect={() => onChange(null)}>
        Any {name.toLowerCase()}
      </MenuChoice>
      <MenuSeparator />
      {values.map((entry) => (
        <MenuChoice
          key={entry.value}
          checked={entry.value === value}
          count={printCount(entry.count)}
          onSelect={() => onChange(entry.value)}
        >
          {entry.label ?? entry.value}
        </MenuChoice>
      ))}
    </Menu>
  );
};
