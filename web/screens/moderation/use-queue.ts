import { ApiFailure } from '../../data/failure.ts'
import type { Operation } from '../../data/operation.ts'
import { useServices } from '../../hooks/services.tsx'
import { type Paged, type PagesOf, type PagesOptions, usePages } from './use-pages.ts'

/** A list of what waits. What somebody else decided goes away with a word. */
export function useQueue<Item extends { id: string }, Data>(
  operation: Operation<Data, Paged>,
  options: Omit<PagesOptions<Item, Data>, 'onGone'>,
): PagesOf<Item> & { overtaken(item: Item, error: unknown): boolean } {
  const { toasts } = useServices()
  const pages = usePages<Item, Data>(operation, {
    ...options,
    onGone: (count) =>
      toasts.show({
        title: count === 1 ? 'One case is gone from here' : `${count} cases are gone from here`,
        description: 'Somebody else has decided meanwhile.',
      }),
  })
  return {
    ...pages,
    /** Whether somebody else was faster; the case is taken away then. */
    overtaken(item, error) {
      if (!(error instanceof ApiFailure) || !['CONFLICT', 'NOT_FOUND'].includes(error.code)) return false
      toasts.show({ title: 'Not open any more', description: error.message })
      pages.drop(({ id }) => id === item.id)
      return true
    },
  }
}
