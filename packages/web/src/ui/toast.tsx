import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./button.tsx";
import styles from "./toast.module.css";

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string | undefined;
}

const SHOWN_MS = 5000;
const MOST = 3;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says in a corner that something was done; what failed is said where it failed. */
export function showToast(title: string, description?: string): void {
  lastId += 1;
  change([...toasts, { id: lastId, title, description }].slice(-MOST));
}

/** The corner; the app has one. It is above dialogs, and read aloud when something comes. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return createPortal(
    <div className={styles.viewport} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  );
}

/** Goes after a while, but not while somebody points at it or is in it. */
function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const { id } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.words}>
        <p className={styles.title}>{toast.title}</p>
        {toast.description !== undefined && <p className={styles.description}>{toast.description}</p>}
      </div>
      <IconButton label="Dismiss" icon={<X />} onClick={() => close(id)} />
    </div>
  );
}

function close(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}
