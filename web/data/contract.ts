/**
 * The contract's models, which come in chunks of their own when they are first needed: a visitor's first load has
 * none of them. zod compiles its models with `new Function` unless it is told beforehand that the page's content
 * security policy forbids that.
 */
export async function prepared<Module>(load: () => Promise<Module>): Promise<Module> {
  const { config } = await import('zod')
  config({ jitless: true })
  return load()
}

export const loadRoutes = () => prepared(() => import('#schema/routes.ts'))
export const loadErrors = () => prepared(() => import('#schema/errors.ts'))
export const loadEvents = () => prepared(() => import('#schema/events.ts'))
