import type { KeepingContext } from './keeping-context.ts'
import type { OwnedKept } from './read-kept.ts'

/** Publishes each side to the streams of its own member. Clients that miss it find the same in their lists. */
export const publishKept = (
  { live, onError }: Pick<KeepingContext, 'live' | 'onError'>,
  sides: readonly OwnedKept[],
  kept: boolean,
) =>
  Promise.all(
    sides.map((side) =>
      live.publish([side.ownerId], { event: 'kept', data: { ...side.kept, kept } }).catch(onError),
    ),
  )
