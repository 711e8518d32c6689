import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./button.module.css";
import { Spinner } from "./spinner.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

export interface ButtonLook {
  /** `primary`: the one thing that a screen or dialog is for. Default `secondary`. */
  readonly kind?: ButtonKind;
  readonly size?: "small" | "normal";
}

/** The look of a button, for links that are one: `<Link className={buttonClass({ kind: "primary" })}>`. */
export function buttonClass({ kind = "secondary", size = "normal" }: ButtonLook = {}): string {
  return classNames(styles.button, styles[kind], size === "small" && styles.small);
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** An icon of `lucide-react` before the words. */
  readonly icon?: ReactNode;
  /** What it does is under way: it keeps its width, shows that, and takes no click. */
  readonly isBusy?: boolean;
}

export function Button({
  kind,
  size,
  icon,
  isBusy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const look: ButtonLook = { ...(kind && { kind }), ...(size && { size }) };
  return (
    <button
      type="button"
      {...rest}
      className={classNames(buttonClass(look), isBusy && styles.busy, className)}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {icon}
      {children}
      {isBusy && <Spinner className={styles.spinner} label={null} />}
    </button>
  );
}

export interface IconButtonProps extends ComponentProps<"button"> {
  /** Read aloud, and shown when the pointer rests on it. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** A button of an icon alone. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(styles.button, styles.quiet, styles.icon, className)}
    >
      {icon}
    </button>
  );
}
