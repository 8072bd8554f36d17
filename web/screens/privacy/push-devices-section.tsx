import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { endPush } from '../../data/end-push.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useServices } from '../../hooks/services.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { focusBelowDialogs } from '../../ui/focus-below-dialogs.ts'
import { QueryResult } from '../shared/query-result.tsx'
import { PUSH_DEVICES, type PushDevice, REMOVE_PUSH_DEVICE } from './operations.ts'
import { browserOn } from './session-texts.ts'
import { useFailureToast } from './use-failure-toast.ts'

const ID = 'push-devices'

const dateOf = (time: string) =>
  new Date(time).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', year: 'numeric' })

/** The browsers that get push messages: each can be removed. */
export function PushDevicesSection() {
  useEffect(() => {
    // It is not there yet when the page scrolls to the hash of its address.
    if (window.location.hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView()
  }, [])
  const { data, failure, refetch } = useQuery(PUSH_DEVICES, {})

  async function changed() {
    await refetch()
    focusBelowDialogs(document.getElementById(`${ID}-title`))
  }

  return (
    <>
      <p className="privacy-lede">
        {t`These devices get notifications while the app is closed. You turn them on in the settings of each device, and logging out turns them off there.`}
      </p>
      <QueryResult data={data} failure={failure} what="your devices" retry={refetch}>
        {({ push: { devices } }) =>
          devices.length === 0 ? (
            <p>{t`No device gets notifications.`}</p>
          ) : (
            <ul className="privacy-list">
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} onRemoved={changed} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </>
  )
}

function DeviceRow({ device, onRemoved }: { device: PushDevice; onRemoved(): Promise<void> }) {
  const { toasts, storage } = useServices()
  const showFailure = useFailureToast()
  const { mutate, isMutating } = useMutation(REMOVE_PUSH_DEVICE)
  const name = browserOn(device)
  const created = dateOf(device.created)
  const lastSent = device.lastSent === null ? null : dateOf(device.lastSent)

  async function remove() {
    try {
      await mutate({ id: device.id })
      if (device.current) {
        storage.removeItem(STORAGE_KEYS.push)
        await endPush(navigator)
      }
      toasts.show({ title: t`Notifications are off`, description: t`${name} gets no more notifications.` })
    } catch (error) {
      showFailure(t`We couldn't remove this device`, error)
    }
    await onRemoved()
  }

  return (
    <li>
      <Bell className="icon" aria-hidden="true" />
      <div>
        <p className="privacy-name">
          {name}
          {device.current && <span className="badge" data-tone="success">{t`This device`}</span>}
        </p>
        <p className="caption ink-3 num">
          {lastSent
            ? t`On since ${created}, last notified ${lastSent}`
            : t`On since ${created}, not notified yet`}
        </p>
      </div>
      <Button size="sm" variant="danger-quiet" loading={isMutating} onClick={() => void remove()}>
        <Trans>
          Remove<span className="sr-only"> {name}</span>
        </Trans>
      </Button>
    </li>
  )
}
