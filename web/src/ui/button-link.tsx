import { Link, type LinkProps } from 'react-router'
import { type ButtonKind, type ButtonSize, buttonClass } from './button.tsx'

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  kind?: ButtonKind
  size?: ButtonSize
}

/** A link that looks like a button. */
export const ButtonLink = ({ kind, size, ...rest }: ButtonLinkProps) => <Link {...rest} className={buttonClass(kind, size)} />
