import { AppError } from '../lib/domain/errors.ts';
import { givenDescriptor, isDescriptorGiven, saysNothing, type GivenDescriptor } from '../lib/domain/trajectory.ts';

/** Descriptor from `--ns`, `--key` and `--tag`; undefined if no option is given. Fails with `invalid_input`. */
export const parseGivenDescriptor = (options: GivenDescriptor): GivenDescriptor | undefined => {
  if (saysNothing(options)) return undefined;
  const parsed = givenDescriptor.safeParse(options);
  if (!parsed.success) throw new AppError('invalid_input', '--ns, --key and --tag take 1 to 200 characters.');
  if (!isDescriptorGiven(parsed.data))
    throw new AppError('invalid_input', 'A prompt has a namespace and a key: use --ns and --key together.');
  return parsed.data;
};
