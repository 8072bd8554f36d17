import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SubscriptionDetails } from '#schema/billing.ts'
import { TIMING } from '#schema/limits.ts'
import { isReportedAlready, messageOf } from '../../data/failure.ts'
import { useServices } from '../../hooks/services.tsx'

const DETAILS = ['/api/v1/subscription/details'] as const
const TRANSACTIONS = ['/api/v1/transactions'] as const
const CANCELLED_SHOWN_FOR = 6_000

/** Loads the subscription with one retry. A failure is logged, and no toast reports it (spec §8). */
export function usePremiumSubscription({ enabled }: { enabled: boolean }) {
  const { api } = useServices()
  const query = useQuery({
    queryKey: DETAILS,
    enabled,
    retry: 1,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.call('getSubscription', { signal })).data,
  })
  const { error } = query
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification wants this failure logged
    if (error && !isReportedAlready(error)) console.error('Loading the subscription failed', error)
  }, [error])
  return query
}

export function useTransactions({ enabled }: { enabled: boolean }) {
  const { api } = useServices()
  return useQuery({
    queryKey: TRANSACTIONS,
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }) => (await api.call('listTransactions', { signal })).data,
  })
}

export type Processing = 'none' | 'running' | 'over'

/**
 * Returns whether a payment is in flight for a member without premium (spec §4). After 30 seconds it refreshes the
 * member and returns "over".
 */
export function useProcessing({ enabled }: { enabled: boolean }): Processing {
  const { session } = useServices()
  const queries = useQueryClient()
  const { data } = useTransactions({ enabled })
  const [over, setOver] = useState(false)
  const onItsWay =
    enabled && (data ?? []).some(({ status }) => status === 'pending' || status === 'authorized')

  useEffect(() => {
    if (!onItsWay || over) return
    const timer = setTimeout(() => {
      setOver(true)
      void session.refresh().catch(() => undefined)
      void queries.invalidateQueries({ queryKey: TRANSACTIONS })
    }, TIMING.processingWindow)
    return () => clearTimeout(timer)
  }, [onItsWay, over, session, queries])

  if (!onItsWay) return 'none'
  return over ? 'over' : 'running'
}

export function useCancelSubscription() {
  const { api, session, toasts } = useServices()
  const queries = useQueryClient()
  const [cancelling, setCancelling] = useState(false)

  async function cancel() {
    setCancelling(true)
    try {
      await api.call('cancelSubscription', {})
      // Stays true if the details cannot be loaded again.
      queries.setQueryData<SubscriptionDetails>(
        DETAILS,
        (details) => details && { ...details, premiumCancelled: true },
      )
      toasts.show({
        title: t`Subscription Cancelled`,
        description: t`Your subscription has been cancelled. You'll retain premium access until your current billing period ends.`,
        duration: CANCELLED_SHOWN_FOR,
      })
      await Promise.allSettled([
        session.refresh(),
        queries.invalidateQueries({ queryKey: DETAILS }),
        queries.invalidateQueries({ queryKey: TRANSACTIONS }),
      ])
      return true
    } catch (error) {
      if (isReportedAlready(error)) return false
      toasts.show({
        title: t`Error`,
        description: messageOf(error, t`Failed to cancel subscription. Please try again.`),
        variant: 'destructive',
      })
      return false
    } finally {
      setCancelling(false)
    }
  }

  return { cancelling, cancel }
}
