import { hash } from 'node:crypto';
import type { ArmName, Experiment } from '../domain/experiment.ts';

/** Hexadecimal digits of a hash that become a fraction: 52 bits, which a number holds exactly. */
const digits = 13;

/**
 * The arm of a session. The same session is always in the same arm of an experiment, on every machine, and its arms in two experiments are
 * independent: the SHA-256 of both ids, as a fraction from 0 to 1, is below the treatment's share or not.
 */
export const computeArm = ({ id, arms }: Pick<Experiment, 'id' | 'arms'>, sessionId: string): ArmName => {
  const fraction = Number.parseInt(hash('sha256', `${id}\0${sessionId}`, 'hex').slice(0, digits), 16) / 16 ** digits;
  return fraction < arms.treatment ? 'treatment' : 'control';
};
