import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

type Props = Omit<ComponentProps<'input'>, 'type' | 'ref'> & { /** Some of what it stands for are chosen. */ isPartial?: boolean };

/** A box of 14 px that is ticked; every box of the product is this one. */
export const Checkbox = ({ isPartial = false, className, ...rest }: Props) => (
  <input
    type="checkbox"
    ref={(box) => {
      if (box) box.indeterminate = isPartial;
    }}
    {...rest}
    className={cx('check-box', className)}
  />
);
