import { notLoaded } from './failure.ts'

/**
 * Loads a chunk of the contract's models on first use, to keep them out of a visitor's first load. Configures zod
 * first: it would compile models with `new Function`, which the page's content security policy forbids.
 *
 * @throws ApiFailure when the chunk cannot be fetched
 */
export async function prepared<Module>(load: () => Promise<Module>): Promise<Module> {
  const { config } = await import('zod').catch(notLoaded)
  config({ jitless: true })
  return load().catch(notLoaded)
}

export const loadRoutes = () => prepared(() => import('#schema/routes.ts'))
export const loadErrors = () => prepared(() => import('#schema/errors.ts'))
export const loadEvents = () => prepared(() => import('#schema/events.ts'))
