/**
 * Runs PostgreSQL and stops it when no process uses it any more, even if all of them were killed.
 *
 * Each process of the product holds the write end of a named pipe, so the kernel counts them: the pipe ends for the guard when the last of
 * them has ended, in whatever way. The guard then waits some seconds for a restart and requests a fast shutdown. A process that finds a guard
 * writes `join NAME` and waits until the guard has removed the file of that name: from then on the guard does not stop the server.
 *
 * It is a shell script because a shell needs 1 MB and a Node process 40. The outer shell is the server's parent, so the process id that it
 * signals cannot belong to another program; the inner one reads the pipe.
 *
 * Parameters: the pipe, the data folder of the server, seconds to wait for a restart, then the server's command. The standard input
 * ends as soon as the product that starts it holds the pipe, or is dead.
 */
export const guardScript = `
pipe=$1 cluster=$2 patience=$3
shift 3
[ -p "$pipe" ] || mkfifo -m 600 "$pipe" 2>/dev/null
[ -p "$pipe" ] || exec "$@"
exec 3<>"$pipe" 4<"$pipe" 5<&0 </dev/null
"$@" 3>&- 4>&- 5>&- &
server=$!
trap '' HUP INT TERM
(
  locks() { read -r pid <"$cluster/postmaster.pid" && [ "$pid" = "$server" ]; } 2>/dev/null
  until locks; do sleep 0.02; done
  read -r _ <&5
  exec 3>&- 5>&-
  idle=0 hurry=
  while :; do
    while read -r word name <&4; do
      idle=0 hurry=
      case $word in
        join) rm -f "$pipe.$name" ;;
        leave) hurry=yes ;;
      esac
    done
    if [ -z "$hurry" ] && [ "$idle" -lt "$patience" ]; then
      idle=$((idle + 1))
      sleep 1 4<&-
      continue
    fi
    kill -0 $$ 2>/dev/null || locks || exit
    kill -INT "$server"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 0.2 4<&-; done
    kill -QUIT "$server"
    exit
  done
) &
reader=$!
exec 3>&- 4>&- 5>&-
wait "$server"
kill -KILL "$reader"
`
