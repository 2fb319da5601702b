import type { MaskName } from '../model/masks';
import type { View } from '../view';

export const maskNames = ({ t }: View, masks: readonly MaskName[]): string[] => masks.map((name) => t.masks[name]);
