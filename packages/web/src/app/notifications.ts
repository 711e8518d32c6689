import { useSyncExternalStore } from "react";
import { Listeners } from "../api/listeners.ts";

/** Whether notifications are shown. `blocked` means that the browser's settings forbid them. */
export type NotificationState = "unsupported" | "off" | "on" | "blocked";

const KEY = "notifications";
const listeners = new Listeners();

function isChosen(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

function readState(): NotificationState {
  if (!("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && isChosen() ? "on" : "off";
}

/** Turns notifications on or off. The browser asks the user for permission, which needs a click. */
export async function setNotifications(isOn: boolean): Promise<void> {
  if (isOn) await Notification.requestPermission();
  try {
    if (isOn) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, notifications stay off.
  }
  listeners.notify();
}

export function useNotifications(): NotificationState {
  return useSyncExternalStore(listeners.subscribe, readState);
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** A notice replaces an earlier one with the same tag, also that of another tab. */
  readonly tag: string;
  readonly onOpen: () => void;
}

/** Shows a notification, unless the user looks at the page or has not turned them on. */
export function notify({ title, body, tag, onOpen }: Notice): void {
  if (readState() !== "on" || document.hasFocus()) return;
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      focus();
      notification.close();
      onOpen();
    };
  } catch {
    // Browsers on phones allow this only for service workers.
  }
}
