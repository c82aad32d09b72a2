import { z } from 'zod';
import { configSchema } from '../config.ts';
import { serviceSchema } from '../service.ts';

/** What became of settings that were opened from a link or a file. */
export const openedSettingsSchema = z.object({
  /** As they are set now. */
  config: configSchema,
  /** What was set before. */
  before: configSchema,
  /** Live measuring was under way, and was stopped. */
  stopped: z.boolean(),
  /** A service that they name, which was not put in place. */
  service: serviceSchema.optional(),
});
export type OpenedSettings = z.infer<typeof openedSettingsSchema>;
