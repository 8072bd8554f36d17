import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Evening } from '#schema/evenings.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

const KEY = ['evenings']
const FRESH_FOR = 5 * 60_000

/** Returns the evenings that are running or come next, and what sets their reminders. */
export function useEvenings() {
  const { api, toasts } = useServices()
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: KEY,
    staleTime: FRESH_FOR,
    refetchInterval: FRESH_FOR,
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.call('listEvenings', { signal, headers: { [BACKGROUND_HEADER]: '1' } })).data.elements,
  })

  async function setReminder({ id }: Evening, isWanted: boolean) {
    try {
      await api.call(isWanted ? 'remindOfEvening' : 'forgetEvening', { params: { id } })
      client.setQueryData<Evening[]>(KEY, (before) =>
        before?.map((one) => (one.id === id ? { ...one, wantsReminder: isWanted } : one)),
      )
      if (isWanted)
        toasts.show({
          title: t`Reminder set`,
          description: t`We remind you ten minutes before, on devices with notifications turned on.`,
        })
    } catch (error) {
      void client.invalidateQueries({ queryKey: KEY })
      if (!isReportedAlready(error))
        toasts.show({
          title: t`Error`,
          description: messageOf(error, t`We couldn't change the reminder. Please try again.`),
          variant: 'destructive',
        })
    }
  }
  return { evenings: data, setReminder }
}
