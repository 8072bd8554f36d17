import './home-bar.css'
import { t } from '@lingui/core/macro'
import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../../ui/button-link.tsx'

/** The bar above a page of its own, with the way back. */
export const HomeBar = () => (
  <div className="home-bar">
    <ButtonLink variant="quiet" size="md" to="/">
      <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
      {t`Back to Home`}
    </ButtonLink>
  </div>
)
