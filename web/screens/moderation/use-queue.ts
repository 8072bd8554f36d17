import { plural, t } from '@lingui/core/macro'
import { ApiFailure } from '../../data/failure.ts'
import type { Operation } from '../../data/operation.ts'
import { useServices } from '../../hooks/services.tsx'
import { type Paged, type PagesOf, type PagesOptions, usePages } from './use-pages.ts'

/** A list of open cases. Removes cases that other moderators decide, and says so. */
export function useQueue<Item extends { id: string }, Data>(
  operation: Operation<Data, Paged>,
  options: Omit<PagesOptions<Item, Data>, 'onGone'>,
): PagesOf<Item> & { handleConflict(item: Item, error: unknown): boolean } {
  const { toasts } = useServices()
  const pages = usePages<Item, Data>(operation, {
    ...options,
    onGone: (count) =>
      toasts.show({
        title: plural(count, {
          one: 'We removed one case from the list',
          other: 'We removed # cases from the list',
        }),
        description: t`Another moderator has already decided.`,
      }),
  })
  return {
    ...pages,
    /** Returns whether another moderator was faster, and removes the case if so. */
    handleConflict(item, error) {
      if (!(error instanceof ApiFailure) || !['CONFLICT', 'NOT_FOUND'].includes(error.code)) return false
      toasts.show({ title: t`Already decided`, description: error.message })
      pages.drop(({ id }) => id === item.id)
      return true
    },
  }
}
