#!/bin/bash
# wrong/train/spot, written by gpuform. Runs at every start of the node; every step may be repeated.
set -Eeuo pipefail
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/amazon/efa/bin
export AWS_DEFAULT_REGION=us-east-1
exec > >(tee -a /var/log/gpuform.log) 2>&1
say() { echo "gpuform: $*"; }
imds() {
  local token
  token="$(curl -sf -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 300' http://169.254.169.254/latest/api/token)"
  curl -sf -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$1"
}
instance="$(imds instance-id)"
machine="$(imds instance-type)"
refuse() {
  trap - ERR
  say "NODE REFUSED: $*"
  aws autoscaling set-instance-health --instance-id "$instance" --health-status Unhealthy \
    --no-should-respect-grace-period || shutdown -h now
  exit 1
}
trap 'refuse "line $LINENO: $BASH_COMMAND"' ERR
retry() {
  local try
  for try in $(seq 30); do
    if "$@"; then return 0; fi
    say "try $try of: $*"
    sleep 10
  done
  return 1
}
install -d -m 0755 /opt/gpuform /etc/gpuform /var/lib/gpuform /var/lib/cloud/scripts/per-boot
if [ "$0" != /var/lib/cloud/scripts/per-boot/gpuform.sh ]; then
  install -m 0700 "$0" /var/lib/cloud/scripts/per-boot/gpuform.sh
fi
# a node whose GPUs, driver or fabric manager are not whole never joins: it would hang the whole job (case C46)
case "$machine" in
  p4d.24xlarge) gpus=8 nvswitch=yes ;;
  *) refuse "$machine is not a machine of this pool" ;;
esac
retry nvidia-smi -L || refuse "no NVIDIA driver answers"
nvidia-smi -pm 1
found="$(nvidia-smi --query-gpu=index --format=csv,noheader | wc -l)"
[ "$found" -eq "$gpus" ] || refuse "$found GPUs found, $machine has $gpus"
driver="$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | sort -u)"
if [ "$nvswitch" = yes ]; then
  manager="$(nv-fabricmanager --version | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)"
  [ "$manager" = "$driver" ] || refuse "fabric manager $manager, driver $driver: they must be the same version"
  systemctl enable --now nvidia-fabricmanager
  systemctl is-active --quiet nvidia-fabricmanager || refuse "nvidia-fabricmanager does not run"
fi
say "$found GPUs, driver $driver"
# the machine's own disks are empty after a stop, whole after a restart; some images have joined them already
local_at=/scratch
join_local() {
  local disks device
  mapfile -t disks < <(find /dev/disk/by-id -name 'nvme-Amazon_EC2_NVMe_Instance_Storage_*' -exec readlink -f {} + |
    grep -v 'p[0-9]*$' | sort -u)
  if [ "${#disks[@]}" -eq 0 ]; then
    say "no local disks"
    return 0
  fi
  device="${disks[0]}"
  if [ "${#disks[@]}" -gt 1 ]; then
    mdadm --assemble --scan || true
    device="$(lsblk -nrpo NAME,TYPE "${disks[0]}" | awk '$2 == "raid0" {print $1; exit}')"
    if [ -z "$device" ]; then
      device=/dev/md/gpuform
      mdadm --create "$device" --run --force --homehost=any --level=0 --raid-devices="${#disks[@]}" "${disks[@]}"
    fi
  fi
  blkid "$device" || mkfs.xfs -f "$device"
  mount -o noatime,nodiscard "$device" "$local_at"
  chmod 1777 "$local_at"
}
install -d "$local_at"
if systemctl cat dlami-nvme.service > /dev/null 2>&1; then systemctl start dlami-nvme.service || true; fi
if mountpoint -q "$local_at"; then
  say "$local_at is mounted"
elif mountpoint -q /opt/dlami/nvme; then
  mount --bind /opt/dlami/nvme "$local_at"
  chmod 1777 "$local_at"
else
  join_local
fi
# a bucket is mounted where the image has the client for it; in any case jobs find its name in their environment
bucket() {
  mountpoint -q "$2" && return 0
  install -d "$2"
  if command -v mount-s3 > /dev/null; then
    retry mount-s3 --allow-delete --allow-overwrite --allow-other "$1" "$2" || refuse "bucket $1 can't be mounted at $2"
  else
    say "no mount-s3 in this image: $2 stays empty, use s3://$1"
  fi
}
bucket wrong-data-0001 /data
# containers see the GPUs; a daemon is restarted only when its settings changed
toolkit() {
  local before
  before="$(cat "$2" 2> /dev/null || true)"
  nvidia-ctk runtime configure --runtime="$1" --set-as-default
  [ "$before" = "$(cat "$2")" ] || systemctl restart "$1"
}
if command -v nvidia-ctk > /dev/null; then
  if systemctl cat docker.service > /dev/null 2>&1; then
    toolkit docker /etc/docker/daemon.json
  elif systemctl cat containerd.service > /dev/null 2>&1; then
    toolkit containerd /etc/containerd/config.toml
  fi
fi
agent=/opt/aws/amazon-cloudwatch-agent/bin/amazon-cloudwatch-agent-ctl
cloudwatch_agent() {
  [ -x "$agent" ] && return 0
  if command -v dnf > /dev/null; then
    dnf install -y amazon-cloudwatch-agent
  else
    local from=https://amazoncloudwatch-agent.s3.amazonaws.com/ubuntu
    curl -sfo /opt/gpuform/agent.deb "$from/$(dpkg --print-architecture)/latest/amazon-cloudwatch-agent.deb"
    dpkg -i /opt/gpuform/agent.deb
  fi
}
cat > /etc/gpuform/metrics.json << 'GPUFORM_JSON'
{
 "agent": {
  "metrics_collection_interval": 60
 },
 "metrics": {
  "aggregation_dimensions": [
   [
    "AutoScalingGroupName"
   ],
   [
    "gpuform_pool"
   ]
  ],
  "append_dimensions": {
   "AutoScalingGroupName": "${aws:AutoScalingGroupName}"
  },
  "metrics_collected": {
   "nvidia_gpu": {
    "append_dimensions": {
     "gpuform_pool": "wrong/train"
    },
    "measurement": [
     "utilization_gpu",
     "utilization_memory",
     "memory_used",
     "memory_total",
     "power_draw",
     "temperature_gpu"
    ],
    "metrics_collection_interval": 60
   }
  }
 }
}
GPUFORM_JSON
# without figures nothing ends this node when it is idle, but its job can run
if retry cloudwatch_agent; then
  "$agent" -a fetch-config -m ec2 -s -c file:/etc/gpuform/metrics.json || say "WARNING: the metrics agent did not start"
else
  say "WARNING: no metrics agent"
fi
{
  printf 'export GPUFORM_CLUSTER=%q GPUFORM_POOL=%q\n' wrong train
  printf 'export GPUFORM_BUCKET_%s=%q\n' DATA wrong-data-0001
} > /etc/gpuform/env
say "node ready: $machine"
