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
import { deferred } from '../../ui/deferred.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useLogOut } from './use-log-out.ts'

const DesktopSettings = deferred(() => import('../desktop/desktop-settings.tsx'), 'DesktopSettings')

const POLICIES = [
  ['/terms', 'Terms & Conditions'],
  ['/privacy', 'Privacy Policy'],
  ['/refund-policy', 'Refund Policy'],
  ['/cancellation-policy', 'Cancellation Policy'],
] as const

export function SettingsSheet({ me, onClose }: { me: User; onClose(): void }) {
  const { panel } = useMember()
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="Settings">
      <div className="panel-scroll">
        <Group title="Profile">
          <button type="button" className="panel-row" onClick={() => panel.setState('profile')}>
            <Mark id={me.id} size="2.5rem" />
            <span className="grow panel-who">
              <b>{me.displayName}</b>
              <span className="caption ink-3">{me.userName}</span>
            </span>
            <VerifiedBadge verified={me.emailVerified} />
          </button>
        </Group>
        <Group title="Premium">
          <button type="button" className="panel-row" onClick={() => panel.setState('premium')}>
            <Gem className="icon" aria-hidden="true" />
            <span className="grow">Premium</span>
            {me.premiumUser && (
              <span className="badge" data-tone="success">
                Active
              </span>
            )}
            <ChevronRight className="icon" aria-hidden="true" />
          </button>
        </Group>
        <Group title="Appearance">
          <Appearance />
        </Group>
        {desktop() && (
          <Group title="Desktop">
            <Suspense>
              <DesktopSettings />
            </Suspense>
          </Group>
        )}
        <Group title="Safety">
          <Link className="panel-row" to="/safety-centre" onClick={onClose}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="grow">Safety centre</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
        </Group>
        <Group title="Privacy & Legal">
          <Link className="panel-row" to="/privacy-centre" onClick={onClose}>
            <ShieldCheck className="icon" aria-hidden="true" />
            <span className="grow">Privacy centre</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
          {POLICIES.map(([path, label]) => (
            <Link key={path} className="panel-row" to={path} onClick={onClose}>
              <FileText className="icon" aria-hidden="true" />
              <span className="grow">{label}</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          ))}
        </Group>
        <Group title="Help & Support">
          <button type="button" className="panel-row" onClick={() => panel.setState('support')}>
            <LifeBuoy className="icon" aria-hidden="true" />
            <span className="grow">Email support</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </button>
        </Group>
        <Group title="Feedback">
          <Link className="panel-row" to="/contact" onClick={onClose}>
            <MessageSquare className="icon" aria-hidden="true" />
            <span className="grow">Send feedback</span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
        </Group>
        <Group title="Account">
          {me.role === 'ADMIN' && (
            <Link className="panel-row" to="/admin" onClick={onClose}>
              <Wrench className="icon" aria-hidden="true" />
              <span className="grow">Admin panel</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </Link>
          )}
          <LogOutRow />
        </Group>
      </div>
    </Sheet>
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
    {verified ? 'Verified' : 'Unverified'}
  </span>
)

function Appearance() {
  const { theme } = useServices()
  const shown = useStore(theme)
  const Icon = shown === 'dark' ? Moon : Sun
  return (
    <label className="panel-row">
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">Dark appearance</span>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        checked={shown === 'dark'}
        aria-checked={shown === 'dark'}
        onChange={() => theme.toggle()}
      />
    </label>
  )
}

function LogOutRow() {
  const logOut = useLogOut()
  return (
    <button type="button" className="panel-row" data-tone="danger" onClick={() => void logOut()}>
      <LogOut className="icon" aria-hidden="true" />
      <span className="grow">Log out</span>
    </button>
  )
}
