import { notLoaded } from './failure.ts'

/**
 * The contract's models, which come in chunks of their own when they are first needed: a visitor's first load has
 * none of them. zod compiles its models with `new Function` unless it is told beforehand that the page's content
 * security policy forbids that. Each throws an ApiFailure where its chunk cannot be fetched.
 */
export async function prepared<Module>(load: () => Promise<Module>): Promise<Module> {
  const { config } = await import('zod').catch(notLoaded)
  config({ jitless: true })
  return load().catch(notLoaded)
}

export const loadRoutes = () => prepared(() => import('#schema/routes.ts'))
export const loadErrors = () => prepared(() => import('#schema/errors.ts'))
export const loadEvents = () => prepared(() => import('#schema/events.ts'))
