import { notLoaded } from './failure.ts'

/**
 * Loads the models of the events. `main.tsx` configures zod before any model loads. Import no whole `zod` later than
 * the models: the bundler then keeps all of it, with the messages of all its languages.
 *
 * @throws ApiFailure when the chunk cannot be fetched
 */
export const loadEvents = () => import('#schema/events.ts').catch(notLoaded)
