import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import {
  ChevronRight,
  FileText,
  Gem,
  LifeBuoy,
  LogOut,
  MessageSquare,
  Moon,
  ShieldCheck,
  Sun,
  Wrench,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#schema/account.ts'
import { desktop } from '../../desktop.ts'
import { useMember } from '../../hooks/member.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SwitchInput } from '../../ui/switch-input.tsx'
import { useLogOut } from '../shared/use-log-out.ts'
import { BellsRow } from '../shared/wishes/bells-row.tsx'
import { LanguageSetting } from './language-setting.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { PremiumBadge } from './premium-badge.tsx'
import { usePremiumSubscription } from './use-subscription.ts'

const InstallSetting = deferred<object, 'InstallSetting'>(
  () => withTexts('install', import('../install/install.tsx')),
  'InstallSetting',
  () => null,
)
const DesktopSettings = deferred(() => import('../desktop/desktop-settings.tsx'), 'DesktopSettings')

const POLICIES = [
  ['/terms', msg`Terms & Conditions`],
  ['/privacy', msg`Privacy Policy`],
  ['/refund-policy', msg`Refund Policy`],
  ['/cancellation-policy', msg`Cancellation Policy`],
] as const

export function SettingsSheet({ me, onClose }: { me: User; onClose(): void }) {
  const { panel } = useMember()
  const { data: subscription } = usePremiumSubscription({ enabled: me.premiumUser })
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t`Settings`}>
      <div className="panel-scroll">
        <Group title={t`Profile`}>
          <button type="button" className="panel-row" onClick={() => panel.setState('profile')}>
            <Mark id={me.id} size="2.5rem" />
            <span className="grow panel-who">
              <b dir="auto" translate="no">
                {me.displayName}
              </b>
              <span className="caption ink-3" dir="ltr" translate="no">
                {me.userName}
              </span>
            </span>
            <VerifiedBadge verified={me.emailVerified} />
          </button>
        </Group>
        <Group title={t`Premium`}>
          <button type="button" className="panel-row" onClick={() => panel.setState('premium')}>
            <Gem className="icon" aria-hidden="true" />
            <span className="grow">{t`Premium`}</span>
            <PremiumBadge details={subscription} />
            <ChevronRight className="icon" aria-hidden="true" />
          </button>
        </Group>
        <Group title={t`Appearance`}>
          <Appearance />
        </Group>
        <Group title={t`Notifications`}>
          {!desktop() && <NotificationSettings me={me} onClose={onClose} />}
          <BellsRow interests={me.interests} />
        </Group>
        <Group title={t`Language`}>
          <LanguageSetting />
        </Group>
        <InstallSlot />
        {desktop() && (
          <Group title={t`Desktop`}>
            <Suspense>
              <DesktopSettings />
            </Suspense>
          </Group>
        )}
        <Group title={t`Safety`}>
          <Link className="panel-row" to="/safety-centre" onClick={onClose}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="grow">{t`Safety centre`}</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
        </Group>
        <Group title={t`Privacy & Legal`}>
          <Link className="panel-row" to="/privacy-centre" onClick={onClose}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="grow">{t`Privacy centre`}</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
          {POLICIES.map(([path, label]) => (
            <Link key={path} className="panel-row" to={path} onClick={onClose}>
              <FileText className="icon" aria-hidden="true" />
              <span className="grow">{i18n._(label)}</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          ))}
        </Group>
        <Group title={t`Help & Support`}>
          <button type="button" className="panel-row" onClick={() => panel.setState('support')}>
            <LifeBuoy className="icon" aria-hidden="true" />
            <span className="grow">{t`Email support`}</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </button>
        </Group>
        <Group title={t`Feedback`}>
          <Link className="panel-row" to="/contact" onClick={onClose}>
            <MessageSquare className="icon" aria-hidden="true" />
            <span className="grow">{t`Send feedback`}</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
        </Group>
        <Group title={t`Account`}>
          {me.role === 'ADMIN' && (
            <Link className="panel-row" to="/admin" onClick={onClose}>
              <Wrench className="icon" aria-hidden="true" />
              <span className="grow">{t`Admin panel`}</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          )}
          <LogOutRow />
        </Group>
      </div>
    </Sheet>
  )
}

/** Most browsers offer the installation, or never do. The code for the others knows them better. */
function InstallSlot() {
  const { installEvent } = useServices()
  const isOffered = useStore(installEvent) !== null
  if (!isOffered && !/iPhone|iPad|Mac.* Version\/|Android.*Firefox/.test(navigator.userAgent)) return null
  return (
    <Suspense>
      <InstallSetting />
    </Suspense>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel-group" aria-label={title}>
      <h3 className="panel-heading">{title}</h3>
      {children}
    </section>
  )
}

export const VerifiedBadge = ({ verified }: { verified: boolean }) => (
  <span className="badge" data-tone={verified ? 'success' : 'notice'}>
    {verified ? t`Verified` : t`Unverified`}
  </span>
)

function Appearance() {
  const { theme } = useServices()
  const shown = useStore(theme)
  const Icon = shown === 'dark' ? Moon : Sun
  return (
    <label className="panel-row">
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">{t`Dark appearance`}</span>
      <SwitchInput checked={shown === 'dark'} onChange={() => theme.toggle()} />
    </label>
  )
}

function LogOutRow() {
  const logOut = useLogOut()
  return (
    <button type="button" className="panel-row" data-tone="danger" onClick={() => void logOut()}>
      <LogOut className="icon" aria-hidden="true" />
      <span className="grow">{t`Log out`}</span>
    </button>
  )
}
